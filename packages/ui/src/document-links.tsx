import { Card } from './card.tsx'

/** A document that stays where its publisher keeps it. */
export type LinkedDocument = { id: string; title: string; url: string }

/** The documents of a job as they were published; nothing where there are none. */
export const DocumentLinks = ({
  title,
  documents,
}: {
  title: string
  documents: readonly LinkedDocument[]
}) =>
  documents.length ? (
    <Card title={title} flush>
      <ul className="divide-y divide-line">
        {documents.map((d) => (
          <li key={d.id} className="grid gap-0.5 px-4 py-2.5 text-sm">
            {/^https?:/.test(d.url) ? (
              <a
                href={d.url}
                rel="noreferrer"
                target="_blank"
                className="font-medium break-words text-brand underline underline-offset-2"
              >
                {d.title || d.url}
              </a>
            ) : (
              <span className="font-medium break-words">{d.title || d.url}</span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  ) : null
