import type { Row } from '@zabuni/routing/row'
import { progressRow } from '@zabuni/tasks/routes'

/** The wording of the platform's e-mails, and what became of each. */
export const mailRows: readonly Row[] = [
  {
    path: '/zabuni/email-templates',
    guard: { type: 'qed' },
    screen: () => import('./templates.tsx'),
  },
  {
    path: '/zabuni/emails/analyze/outgoing',
    guard: { type: 'qed', privilege: 'MANAGE_DOCUMENTS' },
    screen: () => import('./outgoing.tsx'),
  },
  progressRow('/zabuni/emails/report/progress/:taskId', { type: 'qed', privilege: 'VIEW_REPORT' }),
]
