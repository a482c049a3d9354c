import { app } from '@zabuni/config/vite'

export default app({ name: 'operator', port: 5175 })
