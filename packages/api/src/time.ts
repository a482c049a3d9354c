// Deadlines are decided by the server's clock, so the countdown must run by it, whatever the device says.
let offset = 0
let bestTrip = Number.POSITIVE_INFINITY

/** Learns the offset from X-Server-Time; the answer with the shortest round trip is the most exact one. */
export const learnServerTime = (header: string | null, sent: number, received: number): void => {
  const server = header ? Date.parse(header) : Number.NaN
  const trip = received - sent
  if (Number.isNaN(server) || trip < 0) return
  // A slow answer still replaces a fast old one when it proves the device clock was changed.
  const measured = server - (sent + received) / 2
  if (trip > bestTrip && Math.abs(measured - offset) <= trip) return
  bestTrip = trip
  offset = measured
}

/** Milliseconds to add to the device clock. */
export const serverOffset = (): number => offset

/** The server's time now, in milliseconds since 1970. */
export const serverNow = (): number => Date.now() + offset
