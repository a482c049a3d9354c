import { configure } from '@testing-library/dom'

// The end of a hang, not a measure: on a busy machine a dialog takes seconds to come.
configure({ asyncUtilTimeout: 15_000 })
