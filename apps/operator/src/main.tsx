import '@zabuni/ui/styles.css'
import { boot } from '@zabuni/boot/start'
import { publicRows } from './public.ts'

void boot({ app: 'operator', publicRows, loadConsole: () => import('./console.tsx') })
