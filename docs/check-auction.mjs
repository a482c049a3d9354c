// Checks logs of auctions by formats.md alone: node check-auction.mjs KEY FILE...
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
const must = (ok, what) => ok || (() => { throw new Error(what) })()
const sha = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex')
const base64 = (text, n, b = Buffer.from(text, 'base64')) => must(b.length === n && b.toString('base64') === text && b, 'base64')
const [given, ...files] = process.argv.slice(2)
const [, name, hash, encoded] = must(/^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(given), 'key')
const raw = base64(encoded, 33)
const x = must(raw[0] === 1 && sha(`${name}\n`, raw).startsWith(hash) && raw.toString('base64url', 1), 'key')
const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
const signed = (note, end = note.lastIndexOf('\n\n') + 1) => {
  const [, who, signature] = must(/^\n— (\S+) (\S+)\n$/.exec(note.slice(end)), 'form of the note')
  const [bytes, text] = [base64(signature, 68), note.slice(0, end)]
  must(who === name && bytes.toString('hex', 0, 4) === hash, 'key of the note')
  return must(verify(null, Buffer.from(text), key, bytes.subarray(4)) && text, 'signature')
}
const UNIT = 10n ** 6n // amounts and per cents, in millionths
const exact = (text, [, sign, whole, part = ''] = must(/^(-?)(\d{1,15})(?:\.(\d{1,6}))?$/.exec(text), 'number')) =>
  BigInt(sign + whole + part.padEnd(6, '0'))
const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.(\d{6})Z$/ // in microseconds
const moment = (text, [, second, part] = must(TIME.exec(text), 'time')) => BigInt(Date.parse(`${second}Z`)) * 1000n + BigInt(part)
const room = (rules) => {
  const [seconds, starts, coin] = [(n) => BigInt(n) * UNIT, moment(rules.starts_at), UNIT / 10n ** BigInt(rules.digits)]
  const better = (a, b) => (rules.best === 'highest' ? a > b : a < b)
  const r = { bids: [], events: 0, at: 0n, ends: moment(rules.ends_at), hard: moment(rules.hard_end), moves: 0, paused: null, closed: false }
  r.standing = () => {
    const last = new Map(r.bids.filter((bid) => !bid.void).map((bid) => [bid.alias, bid]))
    return [...last.values()].sort((a, b) => (better(a.price, b.price) ? -1 : better(b.price, a.price) ? 1 : a.seq - b.seq))
  }
  const share = (from, whole = 100n * UNIT * coin) => ((from * exact(rules.step_percent) + whole - 1n) / whole) * coin
  const step = (from) => (rules.step_amount ? exact(rules.step_amount) : share(from))
  const bid = ({ seq, alias, amount }, at, price = exact(amount)) => {
    must(!r.closed && r.paused === null && at >= starts && at < r.ends, 'not open')
    const before = r.standing()
    const from = rules.reference === 'own' ? before.find((other) => other.alias === alias) : before[0]
    const limit = from ? from.price + (rules.best === 'highest' ? step(from.price) : -step(from.price))
      : rules.start_price && exact(rules.start_price)
    must(alias > 0 && price > 0n && price % coin === 0n && !(limit !== undefined && better(limit, price)), 'too weak')
    r.bids.push({ seq, alias, price, amount })
    const rank = r.standing().findIndex((other) => other.alias === alias) + 1
    const moves = { any: true, leader: rank === 1 && before[0]?.alias !== alias, rank: rank <= rules.trigger_rank }[rules.extend_on]
    const late = rules.window_seconds > 0 && at >= r.ends - seconds(rules.window_seconds)
    if (!late || !moves || (rules.max_extensions > 0 && r.moves >= rules.max_extensions)) return
    const to = (rules.extend_from === 'close' ? r.ends : at) + seconds(rules.extend_seconds)
    if (r.hard > r.ends && to > r.ends) [r.ends, r.moves] = [to < r.hard ? to : r.hard, r.moves + 1]
  }
  const acts = {
    published: () => must(r.events === 1, 'published twice'), bid, bid_surrogate: bid, blocked() {}, unblocked() {}, message() {},
    bid_void: (e) => { must(r.bids.find((one) => one.seq === e.voids && one.alias === e.alias && !one.void), 'no such bid').void = true },
    paused: (_, at) => { r.paused = must(!r.closed && r.paused === null && at >= starts && at < r.ends, 'not open') && at },
    resumed: (_, at, pause = at - must(r.paused !== null && r.paused, 'not paused')) => { [r.ends, r.hard, r.paused] = [r.ends + pause, r.hard + pause, null] },
    end_moved: ({ ends_after }, at, to = moment(ends_after)) => {
      must(!r.closed && r.paused === null && at < r.ends && to > r.ends, 'no later end')
      ;[r.ends, r.hard] = [to, to > r.hard ? to : r.hard]
    },
    closed: (_, at) => {
      must(!r.closed && at >= starts, 'closed twice')
      if (r.paused !== null || at < r.ends) r.ends = at > starts ? at : starts + 1n
      ;[r.closed, r.paused] = [true, null]
    },
  }
  r.event = (e, at = moment(e.at)) => {
    must(e.seq === ++r.events && at >= r.at && (r.events > 1 || e.kind === 'published'), 'order')
    must(Object.hasOwn(acts, e.kind), 'kind')
    acts[e.kind](e, at)
    r.at = at
    must(moment(e.ends_after) === r.ends && e.extensions === r.moves, 'end')
  }
  r.result = (said, { result, ends_at, extensions } = said) => {
    const places = r.standing().map(({ alias, amount, seq }, i) => ({ rank: i + 1, alias, amount, seq }))
    must(rules.reserve_commitment ? sha(`zabuni/reserve/v1\n${rules.auction}\n${rules.currency}\n${said.reserve}\n${said.reserve_salt}\n`) === rules.reserve_commitment : !(said.reserve || said.reserve_salt), 'reserve')
    must(r.closed && JSON.stringify(result) === JSON.stringify(places) && moment(ends_at) === r.ends && extensions === r.moves, 'result')
  }
  return r
}
const check = (file, at) => {
  let [chain, open, over, rules] = ['0'.repeat(64), null, false]
  const lines = file.toString('utf8').split('\n')
  for (const line of lines) {
    must(++at.line < lines.length && Buffer.from(`${line}\n`).equals(file.subarray(at.byte, (at.byte += Buffer.byteLength(line) + 1))), 'text')
    const said = JSON.parse(line)
    if (Object.hasOwn(said, 'note')) {
      must(line === JSON.stringify({ note: said.note }) && at.byte === file.length && over, 'form')
      const head = `zabuni/auction/v1\nlog ${name}\nauction ${rules.auction}\nlines ${at.line - 1}\nhead ${chain}\n`
      return must(signed(said.note) === head, 'head') && `${rules.auction}, ${at.line} lines`
    }
    const body = line.slice(0, -76)
    chain = sha(chain, body)
    must(line === `${body},"chain":"${chain}"}` && !over, 'chain')
    if (!open) open = room((rules = must(said.format === 'zabuni/auction-log/v1' && said, 'format')))
    else if (said.result) over = open.result(said) ?? true
    else open.event(said)
  }
}
for (const file of files) {
  const at = { line: 0, byte: 0 }
  try { console.log(`${file}: genuine: ${check(readFileSync(file), at)}`) }
  catch (why) { process.exitCode = console.log(`${file}: REFUSED: line ${at.line}: ${why.message.replaceAll('\n', ' ')}`) ?? 1 }
}
