import { app } from '@zabuni/config/vite'

export default app({ name: 'contracts', port: 5176 })
