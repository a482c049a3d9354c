import { app } from '@zabuni/config/vite'

export default app({ name: 'buyer', port: 5174 })
