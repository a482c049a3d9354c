import { unit } from '@zabuni/config/vitest'

export default unit()
