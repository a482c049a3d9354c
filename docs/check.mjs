// Checks receipts, closings, heads and proofs by formats.md alone: node check.mjs KEY FILE...
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
const must = (ok, what) => ok || (() => { throw new Error(what) })()
const sha = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex')
const base64 = (text, n, b = Buffer.from(text, 'base64')) => must(b.length === n && b.toString('base64') === text && b, 'base64')
const [HEX, UUID, NUMBER, TIME] = ['[0-9a-f]{64}', '([0-9a-f-]{36})', '(0|[1-9]\\d{0,14})', '[-\\d]{10}T[:\\d]{8}\\.\\d{6}Z']
const RECEIPT = new RegExp(`^zabuni/receipt/v1\nlog (.+)\n(submission ${UUID}\ncategory ${UUID}\nsupplier ${UUID}
version ${NUMBER}\nreceived ${TIME}\nnonce ${HEX}\n(?:envelope [a-z_]{1,32}\nsealed ${HEX}\ncommit ${HEX}\n)+)$`)
const CLOSING = new RegExp(`^zabuni/closing/v1\nlog (.+)\ncategory ${UUID}\nclosed ${TIME}\ncount ${NUMBER}\nroot (${HEX})\n$`)
const HEAD = new RegExp(`^(.+)\n${NUMBER}\n(.{44})\n$`)
const [given, ...files] = process.argv.slice(2)
const [, name, hash, encoded] = must(/^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(given), 'key')
const raw = base64(encoded, 33)
const x = must(raw[0] === 1 && sha(`${name}\n`, raw).startsWith(hash) && raw.toString('base64url', 1), 'key')
const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
const open = (note, form, end = note.lastIndexOf('\n\n') + 1) => {
  const [, who, signature] = must(/^\n— (\S+) (\S+)\n$/.exec(note.slice(end)), 'form of the note')
  const [signed, text] = [base64(signature, 68), note.slice(0, end)]
  must(who === name && signed.toString('hex', 0, 4) === hash, 'key of the note')
  must(verify(null, Buffer.from(text), key, signed.subarray(4)), 'signature')
  return must(form.exec(text)?.[1] === name && form.exec(text), 'form of the text')
}
const stands = (leaf, { index: at, proof }, size, root, last = size - 1, top = sha(Buffer.of(0), leaf)) => {
  must(Number.isInteger(at) && at >= 0 && at <= last, 'index')
  for (const other of proof) {
    must(last > 0 && new RegExp(`^${HEX}$`).test(other), 'hash of a proof')
    const below = at % 2 === 1 || at === last
    top = sha(Buffer.of(1), ...(below ? [other, top] : [top, other]).map((half) => Buffer.from(half, 'hex')))
    while (below && at % 2 === 0 && at > 0) [at, last] = [at / 2, Math.floor(last / 2)]
    ;[at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  }
  must(last === 0 && top === root, 'place in the tree')
}
const check = (text) => {
  const form = { r: RECEIPT, c: CLOSING }[/^zabuni\/(.)/.exec(text)?.[1]] ?? HEAD
  if (!text.startsWith('{')) return open(text, form)[0].replaceAll('\n', ' ')
  const { format, verifier_key, receipt, log, closing } = JSON.parse(text)
  must(format === 'zabuni/proof/v1' && verifier_key === given, 'key of the proof')
  const [[, , body, submission, category], [, , size, root]] = [open(receipt, RECEIPT), open(log.checkpoint, HEAD)]
  stands(log.entry, log, size, base64(root, 32).toString('hex'))
  const { object_id, detail } = JSON.parse(log.entry)
  must(object_id === submission && detail.receipt_sha256 === sha(receipt), 'entry of the log')
  const [, , of, count, counted] = closing ? open(closing.note, CLOSING) : []
  if (closing) stands(`zabuni/closing-leaf/v1\n${body}`, closing, must(of === category && count, 'category'), counted)
  return `${submission} is logged${closing ? ' and counted' : ''}`
}
for (const file of files)
  try { console.log(`${file}: genuine: ${check(readFileSync(file, 'utf8'))}`) }
  catch (why) { process.exitCode = console.log(`${file}: REFUSED: ${why.message}`) ?? 1 }
