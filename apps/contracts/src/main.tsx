import '@zabuni/ui/styles.css'
import { boot } from '@zabuni/boot/start'
import { publicRows } from './public.ts'

void boot({ app: 'contracts', publicRows, loadConsole: () => import('./console.tsx') })
