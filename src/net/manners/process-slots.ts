import { createHostSlots, type HostSlots } from './host-slots.ts'

/** Bounds what runs in this process as well: whoever has a place at a host waits for one here, in order. */
export function withinProcess(hosts: HostSlots, most: number): HostSlots {
  const all = createHostSlots(most)
  return {
    async acquire(key, signal) {
      const leaveHost = await hosts.acquire(key, signal)
      try {
        const leaveProcess = await all.acquire('process', signal)
        return () => {
          leaveProcess()
          leaveHost()
        }
      } catch (error) {
        leaveHost()
        throw error
      }
    },
    acquireNow(key) {
      const leaveHost = hosts.acquireNow(key)
      const leaveProcess = leaveHost && all.acquireNow('process')
      if (leaveProcess === null) {
        leaveHost?.()
        return null
      }
      return () => {
        leaveProcess()
        leaveHost?.()
      }
    },
  }
}
