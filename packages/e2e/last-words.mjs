import { stripVTControlCharacters } from 'node:util'

/** Says at the very end why journeys failed: the tail of a log is what people are shown first. */
export default class LastWords {
  failed = new Map()

  onTestEnd(test, { status, errors }) {
    if (status === test.expectedStatus) this.failed.delete(test)
    else this.failed.set(test, errors)
  }

  onEnd() {
    for (const [test, errors] of this.failed) {
      console.log(`\n${test.location.file.split('/').at(-1)} › ${test.title}`)
      for (const { message = '', snippet = '', location } of errors)
        console.log(
          stripVTControlCharacters(
            [...message.split('\n').slice(0, 12), snippet, `at line ${location?.line}`].join('\n'),
          ),
        )
    }
  }
}
