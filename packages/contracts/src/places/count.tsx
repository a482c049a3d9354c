import type { Address } from '@zabuni/activities/address'
import { Link } from 'react-router'

/** A count that opens what it counts; said with what that is, because its column is seen and not heard. */
export const Count = ({ of, said, to }: { of: string; said: string; to: Address | null }) =>
  to ? (
    <Link to={to} aria-label={said} className="relative font-medium text-brand hover:underline">
      {of}
    </Link>
  ) : (
    of
  )
