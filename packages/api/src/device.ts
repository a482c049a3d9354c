import { type Change, memoryStore, type Store } from './outbox.ts'
import { type KeptUpload, memoryUploads, type UploadStore } from './uploads.ts'

// One database for all bids of this device; rows are keyed 'bid/key'.
const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open('zabuni-bids', 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('changes')
      request.result.createObjectStore('uploads')
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

let database: Promise<IDBDatabase | null> | undefined
/** Null where the device refuses storage: then everything lasts as long as the page. */
const connected = () => {
  database ??= typeof indexedDB === 'undefined' ? Promise.resolve(null) : open().catch(() => null)
  return database
}

const run = async <T>(
  db: IDBDatabase,
  name: 'changes' | 'uploads',
  mode: IDBTransactionMode,
  work: (s: IDBObjectStore) => IDBRequest<T> | undefined,
): Promise<T | undefined> => {
  const tx = db.transaction(name, mode)
  const request = work(tx.objectStore(name))
  await new Promise<void>((resolve, reject) => {
    tx.oncomplete = () => resolve()
    tx.onerror = () => reject(tx.error)
    tx.onabort = () => reject(tx.error)
  })
  return request?.result
}

const rangeOf = (bid: string) => IDBKeyRange.bound(`${bid}/`, `${bid}/\uffff`)

/** The unsent changes of one bid, on this device. */
export const deviceStore = (bid: string): Store => {
  const memory = memoryStore()
  return {
    all: async () => {
      const db = await connected()
      if (!db) return memory.all()
      return (await run<Change[]>(db, 'changes', 'readonly', (s) => s.getAll(rangeOf(bid)))) ?? []
    },
    put: async (change) => {
      const db = await connected()
      if (!db) return memory.put(change)
      await run(db, 'changes', 'readwrite', (s) => s.put(change, `${bid}/${change.key}`))
    },
    settle: async (sent) => {
      const db = await connected()
      if (!db) return memory.settle(sent)
      await run(db, 'changes', 'readwrite', (s) => {
        for (const c of sent) {
          const got = s.get(`${bid}/${c.key}`)
          got.onsuccess = () => {
            if ((got.result as Change | undefined)?.at === c.at) s.delete(`${bid}/${c.key}`)
          }
        }
        return undefined
      })
    },
  }
}

/** Files on their way, with their bytes, so that a reload goes on by itself. */
export const deviceUploads = (bid: string): UploadStore => {
  const memory = memoryUploads()
  return {
    all: async () => {
      const db = await connected()
      if (!db) return memory.all()
      return (
        (await run<KeptUpload[]>(db, 'uploads', 'readonly', (s) => s.getAll(rangeOf(bid)))) ?? []
      )
    },
    put: async (upload) => {
      const db = await connected()
      if (!db) return memory.put(upload)
      try {
        await run(db, 'uploads', 'readwrite', (s) => s.put(upload, `${bid}/${upload.id}`))
      } catch {
        // No room for the bytes: the upload goes on, a reload will ask for the file again.
        const { blob: _, ...rest } = upload
        await run(db, 'uploads', 'readwrite', (s) => s.put(rest, `${bid}/${upload.id}`))
      }
    },
    remove: async (id) => {
      const db = await connected()
      if (!db) return memory.remove(id)
      await run(db, 'uploads', 'readwrite', (s) => s.delete(`${bid}/${id}`))
    },
  }
}

/** Whether the device holds work that no server has yet. */
export const holdsWork = async (): Promise<boolean> => {
  const db = await connected()
  if (!db) return false
  const changes = await run(db, 'changes', 'readonly', (s) => s.count())
  const uploads = await run(db, 'uploads', 'readonly', (s) => s.count())
  return Boolean(changes || uploads)
}

/** One tab of this device at a time. */
export const deviceLock =
  (name: string) =>
  <T>(work: () => Promise<T>): Promise<T> =>
    navigator.locks ? (navigator.locks.request(name, work) as Promise<T>) : work()
