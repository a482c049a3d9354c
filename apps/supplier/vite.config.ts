import { app } from '@zabuni/config/vite'

export default app({ name: 'supplier', port: 5173 })
