import { useRouteError } from 'react-router'
import { Failed } from './failed.tsx'

/** Sits inside the shell, so a broken screen never takes the navigation away. */
export default function Failure() {
  return <Failed error={useRouteError()} />
}
