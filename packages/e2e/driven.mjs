/**
 * What the sweep leaves to other journeys must have been opened by them: a whole run fails where one was not. A run of
 * some journeys asks only what those that it took were to open.
 */
export default class Driven {
  left = []
  opened = new Set()

  onBegin(config, suite) {
    if (config.grep.source !== '.*') return
    const tests = suite.allTests()
    const files = new Set(tests.map(({ location }) => location.file.split('/').at(-1)))
    this.left = tests
      .flatMap(({ annotations }) => annotations.filter(({ type }) => type === 'elsewhere'))
      .map(({ description }) => JSON.parse(description))
      .filter(({ spec }) => files.has(`${spec}.spec.mjs`))
  }

  onTestEnd(_, { annotations }) {
    for (const { type, description } of annotations)
      if (type === 'opened') this.opened.add(description)
  }

  onEnd() {
    const missing = this.left.filter(({ path }) => !this.opened.has(path))
    for (const { path, spec } of missing) console.log(`${spec}.spec.mjs never opens ${path}`)
    return missing.length ? { status: 'failed' } : undefined
  }
}
