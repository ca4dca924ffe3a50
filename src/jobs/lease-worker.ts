import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '../db/database.ts'
import { renewLeases } from '../db/scans/queue.ts'

export interface LeaseOrder {
  url: string
  workerId: string
  leaseSeconds: number
  renewMs: number
  /** So long without a word, whoever holds the scans is no longer taken to work on them. */
  silenceMs: number
}

/** What the thread is told: the scans that are held now; null: renew no more, and end. */
export type HeldScans = string[] | null

/** What it says of each renewal. */
export type LeaseNews = { asked: string[]; kept: string[] } | { fault: unknown }

// Runs as a worker only.
const order = orderOf(workerData)
const database = openDatabase(order.url, { max: 1 })
let held: string[] = []
let heardAt = performance.now()
let renewing: Promise<void> | null = null

async function renew() {
  const asked = held
  if (asked.length === 0 || performance.now() - heardAt > order.silenceMs) return
  try {
    tell({ asked, kept: await renewLeases(database.db, order.workerId, asked, order.leaseSeconds) })
  } catch (fault) {
    tell({ fault })
  }
}

function tell(news: LeaseNews) {
  parentPort?.postMessage(news)
}

const timer = setInterval(() => {
  renewing ??= renew().finally(() => {
    renewing = null
  })
}, order.renewMs)

parentPort?.on('message', async (scans: HeldScans) => {
  heardAt = performance.now()
  held = scans ?? []
  if (scans !== null) return
  clearInterval(timer)
  await renewing
  await database.close()
  parentPort?.close()
})

/** `startLeases` starts this file with nothing else. */
function orderOf(data: unknown): LeaseOrder {
  return data as LeaseOrder
}
