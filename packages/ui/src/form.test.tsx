import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { i18n, startI18n } from '@zabuni/i18n'
import { createMemoryRouter, Link, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { InputField } from './field.tsx'
import { FormCard, useKept } from './form.tsx'
import { keep, keepFor, LEAVING } from './kept.tsx'
import { Refused, useProblemForm } from './problem-form.tsx'
import { SelectField } from './select.tsx'

const fault = { problem: { errors: [{ pointer: '/name', code: 'field.required' }] } }

const Screen = ({ refuse = false }: { refuse?: boolean }) => {
  const form = useProblemForm({
    keep: 'test',
    defaultValues: { name: '' },
    submit: async () => {
      if (refuse) throw fault
      kept.leave('/list')
    },
  })
  const kept = useKept(form)
  return (
    <>
      <Link to="/list">Away</Link>
      <FormCard form={form} guard={kept.guard} back="/list" action="Create">
        <InputField required label="Name" {...form.field('name')} />
      </FormCard>
    </>
  )
}
const open = async (refuse = false) => {
  const router = createMemoryRouter(
    [
      { path: '/', element: <Screen refuse={refuse} /> },
      { path: '/list', element: <h1>List</h1> },
    ],
    { initialEntries: ['/'] },
  )
  render(<RouterProvider router={router} />)
  // Words that arrive later hold the form back.
  await screen.findByLabelText(/^Name/)
  return { user: userEvent.setup(), at: () => router.state.location.pathname }
}

beforeAll(async () => {
  await startI18n()
  await i18n.loadNamespaces('console')
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

it('asks before what is typed is lost', async () => {
  const { user, at } = await open()
  await user.type(screen.getByLabelText(/^Name/), 'Road')
  await user.click(screen.getByText('Away'))
  expect(await screen.findByRole('button', { name: 'Discard changes' })).toBeTruthy()
  expect(at()).toBe('/')
})

it('leaves without asking once it is saved, and forgets what was kept', async () => {
  const { user, at } = await open()
  await user.type(screen.getByLabelText(/^Name/), 'Road')
  await user.click(screen.getByRole('button', { name: 'Create' }))
  expect(await screen.findByRole('heading', { name: 'List' })).toBeTruthy()
  expect(at()).toBe('/list')
  expect(sessionStorage.length).toBe(0)
})

it('puts the fault at its field and keeps what is typed', async () => {
  const { user, at } = await open(true)
  await user.type(screen.getByLabelText(/^Name/), 'Road')
  await user.click(screen.getByRole('button', { name: 'Create' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Name: .*required/i }))
  expect(document.activeElement).toBe(screen.getByLabelText(/^Name/))
  const field = screen.getByLabelText(/^Name/) as HTMLInputElement
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(field.value).toBe('Road')
  expect(at()).toBe('/')
})

it('says why in the language that is chosen afterwards, of what still is so', async () => {
  const names = ['server', 'other', 'own']
  const Spoken = ({ thrown }: { thrown: unknown }) => {
    const form = useProblemForm({
      defaultValues: { server: '', other: '', own: '' },
      resolver: (values) =>
        values.own === 'wrong'
          ? { values: {}, errors: { own: { type: 'own', message: i18n.t('errors.network') } } }
          : { values, errors: {} },
      submit: async () => {
        throw thrown
      },
    })
    return (
      <FormCard form={form} back="/list" action="Send">
        {names.map((name) => (
          <InputField key={name} label={name} {...form.field(name as 'own')} />
        ))}
      </FormCard>
    )
  }
  const show = (thrown: unknown) =>
    render(
      <RouterProvider
        router={createMemoryRouter([{ path: '/', element: <Spoken thrown={thrown} /> }])}
      />,
    )
  const said = (name: string) => {
    const field = screen.getByLabelText(name)
    const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
    return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
  }
  const french = /obligatoire|requis|Indiquez|Renseignez/i
  try {
    show({
      problem: {
        errors: [
          { pointer: '/server', code: 'field.required' },
          { pointer: '/other', code: 'field.required' },
        ],
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Send' }))
    await screen.findByRole('alert')
    expect(said('server')).toMatch(/required/i)
    await userEvent.type(screen.getByLabelText('other'), 'mended')
    await i18n.changeLanguage('fr')
    await vi.waitFor(() => expect(said('server')).toMatch(french))
    expect(screen.getByLabelText('other').getAttribute('aria-invalid')).not.toBe('true')

    // What the form itself holds against it, and a failure above all fields.
    await i18n.changeLanguage('en')
    await userEvent.type(screen.getByLabelText('own'), 'wrong')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    await vi.waitFor(() => expect(said('own')).toContain(i18n.t('errors.network')))
    await i18n.changeLanguage('fr')
    await vi.waitFor(() => expect(said('own')).toContain(i18n.t('errors.network')))
    cleanup()
    await i18n.changeLanguage('en')
    show({ name: 'NetworkError' })
    await userEvent.click(await screen.findByRole('button', { name: 'Send' }))
    const alert = await screen.findByRole('alert')
    const english = alert.textContent
    await i18n.changeLanguage('fr')
    await vi.waitFor(() => expect(alert.textContent).toContain(i18n.t('errors.network')))
    expect(alert.textContent).not.toBe(english)
  } finally {
    await i18n.changeLanguage('en')
  }
})

it('says what the screen itself refuses in the language that is chosen afterwards', async () => {
  const Own = () => {
    const form = useProblemForm({
      defaultValues: { file: '', links: '' },
      submit: async ({ file }) => {
        if (file) throw new Refused(['links'], ({ t }) => t('errors.network'))
        throw new Refused(['file', 'links'])
      },
    })
    return (
      <FormCard form={form} action="Send">
        <InputField label="file" {...form.field('file')} />
        <InputField label="links" {...form.field('links')} />
      </FormCard>
    )
  }
  const said = (name: string) => {
    const ids = screen.getByLabelText(name).getAttribute('aria-describedby')?.split(' ') ?? []
    return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
  }
  try {
    render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <Own /> }])} />)
    await userEvent.click(await screen.findByRole('button', { name: 'Send' }))
    await vi.waitFor(() => expect(said('file')).toMatch(/required/i))
    expect(said('links')).toMatch(/required/i)
    await i18n.changeLanguage('fr')
    await vi.waitFor(() => expect(said('links')).toMatch(/obligatoire|requis/i))
    await userEvent.type(screen.getByLabelText('file'), 'x')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    await vi.waitFor(() => expect(said('links')).toContain(i18n.t('errors.network')))
    const french = i18n.t('errors.network')
    expect(screen.getByLabelText('file').getAttribute('aria-invalid')).not.toBe('true')
    await i18n.changeLanguage('en')
    await vi.waitFor(() => expect(said('links')).toContain(i18n.t('errors.network')))
    expect(said('links')).not.toContain(french)
  } finally {
    await i18n.changeLanguage('en')
  }
})

it('calls a field by the name that it has in its own form', async () => {
  const Two = () => {
    const form = useProblemForm({
      defaultValues: { name: '' },
      submit: async () => {
        throw fault
      },
    })
    return (
      <>
        <InputField label="Another" name="name" />
        <FormCard form={form} back="/list" action="Send">
          <InputField label="Company" {...form.field('name')} />
        </FormCard>
      </>
    )
  }
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <Two /> }])} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Send' }))
  await userEvent.click(await screen.findByRole('button', { name: /^Company: / }))
  expect(document.activeElement).toBe(screen.getByLabelText('Company'))
})

it('says that something was kept, and begins anew when asked to', async () => {
  keepFor('amina')
  keep('test', JSON.stringify({ name: 'Kept' }))
  const { user } = await open()
  expect((screen.getByLabelText(/^Name/) as HTMLInputElement).value).toBe('Kept')
  await user.click(await screen.findByRole('button', { name: 'Start over' }))
  expect((screen.getByLabelText(/^Name/) as HTMLInputElement).value).toBe('')
})

it('offers nobody what another person had typed in this tab', async () => {
  keepFor('amina')
  const { user } = await open()
  await user.type(screen.getByLabelText(/^Name/), 'Road')
  cleanup()
  keepFor('bekele')
  await open()
  expect((screen.getByLabelText(/^Name/) as HTMLInputElement).value).toBe('')
  expect(Object.keys(sessionStorage)).toEqual([])
})

it('gives back what was typed when the session ended, and no secrets', async () => {
  keepFor('amina')
  const Login = () => {
    const form = useProblemForm({
      defaultValues: { note: '', password: '' },
      submit: async () => {},
    })
    return (
      <form onSubmit={form.onSubmit}>
        <InputField label="Note" {...form.field('note')} />
        <InputField label="Password" {...form.field('password')} />
      </form>
    )
  }
  const show = () =>
    render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <Login /> }])} />)
  show()
  await userEvent.type(await screen.findByLabelText('Note'), 'Half a sentence')
  await userEvent.type(screen.getByLabelText('Password'), 'Geheim1')
  dispatchEvent(new Event(LEAVING))
  cleanup()
  show()
  expect((await screen.findByLabelText<HTMLInputElement>('Note')).value).toBe('Half a sentence')
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('')
})

it('shows in a list what the form holds, though the choices come later', async () => {
  const sent = vi.fn()
  const Late = ({ countries }: { countries: readonly string[] }) => {
    const form = useProblemForm({
      defaultValues: { country: 'KE' },
      submit: async (values) => sent(values),
    })
    return (
      <form onSubmit={form.onSubmit}>
        <SelectField label="Country" {...form.field('country')}>
          {countries.map((c) => (
            <option key={c} value={c}>
              {c}
            </option>
          ))}
        </SelectField>
        <button type="submit">Save</button>
      </form>
    )
  }
  const page = (countries: readonly string[]) => (
    <RouterProvider
      router={createMemoryRouter([{ path: '/', element: <Late countries={countries} /> }])}
    />
  )
  const { rerender } = render(page([]))
  rerender(page(['BF', 'ET', 'KE']))
  const list = await screen.findByLabelText<HTMLSelectElement>('Country')
  expect(list.value).toBe('KE')
  await userEvent.selectOptions(list, 'ET')
  await userEvent.click(screen.getByText('Save'))
  expect(sent).toHaveBeenCalledWith({ country: 'ET' })
})

it('is sent when the file on its way is there, with the file, and not at all where it does not come', async () => {
  const sent = vi.fn()
  let arrive: (came: boolean) => void = () => {}
  const Papers = () => {
    const form = useProblemForm({
      defaultValues: { file: '' },
      submit: async (values) => sent(values),
    })
    const pick = () =>
      form.wait(
        new Promise<boolean>((resolve) => {
          arrive = (came) => {
            if (came) form.setValue('file', 'paper-7')
            resolve(came)
          }
        }),
      )
    return (
      <form onSubmit={form.onSubmit}>
        <button type="button" onClick={pick}>
          Pick
        </button>
        <button type="submit">{form.busy ? 'Waiting' : 'Save'}</button>
      </form>
    )
  }
  render(<Papers />)
  await userEvent.click(await screen.findByText('Pick'))
  await userEvent.click(screen.getByText('Save'))
  arrive(false)
  await userEvent.click(await screen.findByText('Save'))
  expect(sent).toHaveBeenCalledExactlyOnceWith({ file: '' })
  await userEvent.click(screen.getByText('Pick'))
  await userEvent.click(screen.getByText('Save'))
  expect(screen.getByText('Waiting')).toBeTruthy()
  expect(sent).toHaveBeenCalledOnce()
  arrive(true)
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(2))
  expect(sent).toHaveBeenLastCalledWith({ file: 'paper-7' })
})
