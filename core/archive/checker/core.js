// What a bundle has to be, by docs/formats.md alone. It needs no server and no network:
// it is given the public key, the names of all files, and how to read one of them.
const subtle = globalThis.crypto.subtle
const must = (ok, what) => {
  if (!ok) throw new Error(what)
  return ok
}
const bytesOf = (text) => new TextEncoder().encode(text)
const hex = (b) => [...b].map((x) => x.toString(16).padStart(2, '0')).join('')
const unhex = (text) => new Uint8Array((text.match(/../g) ?? []).map((x) => parseInt(x, 16)))
const textOf = (b, what) => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(b)
  } catch {
    throw new Error(`${what} is no text`)
  }
}
const join = (...parts) => new Uint8Array(parts.flatMap((p) => [...p]))
const sha = async (b) => hex(new Uint8Array(await subtle.digest('SHA-256', b)))
const base64 = (text, n, what) => {
  let raw = ''
  try { raw = atob(text) } catch { /* told below */ }
  must(raw.length === n && btoa(raw) === text, what)
  return Uint8Array.from(raw, (c) => c.charCodeAt(0))
}
const HEX = '[0-9a-f]{64}'
const UUID = '([0-9a-f-]{36})'
const NUMBER = '(0|[1-9]\\d{0,14})'
const TIME = '([-\\d]{10}T[:\\d]{8}\\.\\d{6}Z)'
const BUNDLE = new RegExp(`^zabuni/bundle/v1\nlog (.+)\njob ${UUID}\nbuyer ${UUID}\nmade ${TIME}\nfiles ${NUMBER}\nmanifest (${HEX})\n$`)
const RECEIPT = new RegExp(`^zabuni/receipt/v1\nlog (.+)\n(submission ${UUID}\ncategory ${UUID}\nsupplier ${UUID}
version ${NUMBER}\nreceived ${TIME}\nnonce ${HEX}\n(?:envelope [a-z_]{1,32}\nsealed ${HEX}\ncommit ${HEX}\n)+)$`)
const CLOSING = new RegExp(`^zabuni/closing/v1\nlog (.+)\ncategory ${UUID}\nclosed ${TIME}\ncount ${NUMBER}\nroot (${HEX})\n$`)
const HEAD = new RegExp(`^(.+)\n${NUMBER}\n(.{44})\n$`)
const LINE = new RegExp(`^(${HEX}) ${NUMBER} (.+)$`)
const SAFE = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[^\\/:*?"<>|\0-\x1f]+(?:\/[^\\/:*?"<>|\0-\x1f]+)*$/

const keyOf = async (given) => {
  const [, name, hash, encoded] = must(/^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(given), 'the public key is not one')
  const raw = base64(encoded, 33, 'the public key is not one')
  must(raw[0] === 1 && (await sha(join(bytesOf(`${name}\n`), raw))).startsWith(hash), 'the public key is not one')
  return { name, hash, key: await subtle.importKey('raw', raw.slice(1), 'Ed25519', false, ['verify']) }
}

const open = async ({ name, hash, key }, note, form, what) => {
  const end = note.lastIndexOf('\n\n') + 1
  const [, who, signature] = must(/^\n— (\S+) (\S+)\n$/.exec(note.slice(end)), `${what}: no signed note`)
  const signed = base64(signature, 68, `${what}: its signature is not one`)
  must(who === name && hex(signed.slice(0, 4)) === hash, `${what}: signed with another key`)
  const text = note.slice(0, end)
  must(await subtle.verify('Ed25519', key, signed.slice(4), bytesOf(text)), `${what}: its signature does not fit`)
  const got = form.exec(text)
  must(got && got[1] === name, `${what}: not in its form`)
  return got
}

const node = (left, right) => sha(join([1], unhex(left), unhex(right)))
const leafOf = (leaf) => sha(join([0], bytesOf(leaf)))

const stands = async (leaf, { index, proof }, size, root, what) => {
  let [at, last, top] = [index, size - 1, await leafOf(leaf)]
  must(Number.isInteger(at) && at >= 0 && at <= last && Array.isArray(proof), `${what}: its place is none`)
  for (const other of proof) {
    must(last > 0 && new RegExp(`^${HEX}$`).test(other), `${what}: a hash of its proof is none`)
    const below = at % 2 === 1 || at === last
    top = await (below ? node(other, top) : node(top, other))
    while (below && at % 2 === 0 && at > 0) [at, last] = [at / 2, Math.floor(last / 2)]
    ;[at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  }
  must(last === 0 && top === root, `${what}: it does not stand there`)
}

const rootOf = async (leaves) => {
  if (leaves.length === 0) return sha(new Uint8Array())
  if (leaves.length === 1) return leaves[0]
  let half = 1
  while (half * 2 < leaves.length) half *= 2
  return node(await rootOf(leaves.slice(0, half)), await rootOf(leaves.slice(half)))
}

const json = (text, what) => {
  try { return JSON.parse(text) } catch { throw new Error(`${what}: no JSON`) }
}

/** Checks one receipt with its proofs; tells its category, and its leaf if it was counted. */
const receipt = async (key, given, text, name, closings) => {
  const { format, verifier_key, receipt: note, log, closing } = json(text, name)
  must(format === 'zabuni/proof/v1' && verifier_key === given, `${name}: another platform's`)
  const [, , body, submission, category] = await open(key, note, RECEIPT, `${name}: receipt`)
  must(name === `receipts/${submission}.json`, `${name}: the receipt of another bid`)
  const [, , size, root] = await open(key, log.checkpoint, HEAD, `${name}: head of the log`)
  await stands(log.entry, log, Number(size), hex(base64(root, 32, `${name}: head of the log`)), `${name}: entry of the log`)
  const { object_id, detail } = json(log.entry, `${name}: entry of the log`)
  must(object_id === submission && detail.receipt_sha256 === (await sha(bytesOf(note))), `${name}: another receipt's entry of the log`)
  if (!closing) return
  const of = must(closings.get(category), `${name}: the closing of its category is not here`)
  must(closing.note === of.note, `${name}: another closing than its category's`)
  const leaf = `zabuni/closing-leaf/v1\n${body}`
  await stands(leaf, closing, of.count, of.root, `${name}: place in the closing`)
  of.counted.push([submission, await leafOf(leaf)])
}

/** Checks a bundle; returns what it is, and every fault by name. */
const checkBundle = async (given, names, read) => {
  const faults = []
  const tell = async (work) => {
    try { return await work() } catch (why) { faults.push(why.message) }
  }
  const key = await tell(() => keyOf(given))
  if (!key) return { faults }
  const has = new Set(names)
  const here = (name) => { must(has.has(name), `${name} is missing`); return read(name) }
  const head = await tell(async () => open(key, textOf(await here('bundle.note'), 'bundle.note'), BUNDLE, 'bundle.note'))
  const manifest = await tell(() => here('manifest.txt'))
  const listed = new Set(['bundle.note', 'manifest.txt'])
  if (!head || !manifest) return { faults }
  const [, , job, buyer, made, count, sum] = head
  await tell(async () => must((await sha(manifest)) === sum, 'manifest.txt is not the one that was signed'))
  const lines = (await tell(() => textOf(manifest, 'manifest.txt')) ?? '').split('\n')
  await tell(() => must(lines.pop() === '' && lines.length === Number(count), `manifest.txt does not list ${count} files`))
  const texts = new Map()
  for (const line of lines)
    await tell(async () => {
      const [, want, size, name] = must(LINE.exec(line), `manifest.txt: not a line: ${line.slice(0, 80)}`)
      must(SAFE.test(name), `${name}: not a name in a bundle`)
      must(!listed.has(name), `${name} is listed twice`)
      listed.add(name)
      const bytes = await here(name)
      must(bytes.length === Number(size), `${name} has ${bytes.length} bytes and not ${size}`)
      must((await sha(bytes)) === want, `${name} was changed`)
      if (/^(receipts|closings)\//.test(name)) texts.set(name, textOf(bytes, name))
    })
  for (const name of names) if (!listed.has(name)) faults.push(`${name} does not belong to the bundle`)
  const closings = new Map()
  for (const [name, note] of texts)
    if (name.startsWith('closings/'))
      await tell(async () => {
        const [, , category, , many, root] = await open(key, note, CLOSING, name)
        must(name === `closings/${category}.note`, `${name}: the closing of another category`)
        closings.set(category, { name, note, count: Number(many), root, counted: [] })
      })
  for (const [name, text] of texts)
    if (name.startsWith('receipts/')) await tell(() => receipt(key, given, text, name, closings))
  for (const c of closings.values())
    await tell(async () => {
      must(c.counted.length === c.count, `${c.name}: it counted ${c.count} bids, and ${c.counted.length} receipts are here`)
      const leaves = c.counted.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, leaf]) => leaf)
      must((await rootOf(leaves)) === c.root, `${c.name}: it counted other bids than those that are here`)
    })
  const receipts = [...texts.keys()].filter((name) => name.startsWith('receipts/')).length
  return { faults, job, buyer, made, files: lines.length, receipts, closings: closings.size }
}
