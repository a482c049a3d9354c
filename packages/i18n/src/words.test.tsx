import { cleanup, render, screen } from '@testing-library/react'
import { Component, type ReactNode, Suspense } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { i18n, startI18n, useTranslation } from './index.ts'

class Frame extends Component<{ children: ReactNode }, { name?: string }> {
  override state: { name?: string } = {}
  static getDerivedStateFromError = (e: Error) => ({ name: e.name })
  override render = () => this.state.name ?? this.props.children
}
const Words = ({ of }: { of: 'suppliers' }) => <p>{useTranslation(of).t('title' as never)}</p>

beforeAll(() => startI18n())
afterEach(cleanup)

it('leaves the screen to the frame where words are lost, and never shows bare keys', async () => {
  // What the loader leaves behind after its last try.
  const { backendConnector } = i18n.services as unknown as {
    backendConnector: { state: Record<string, number> }
  }
  backendConnector.state['en|suppliers'] = -1
  render(
    <Frame>
      <Suspense>
        <Words of="suppliers" />
      </Suspense>
    </Frame>,
  )
  expect(await screen.findByText('NetworkError')).toBeTruthy()
})
