/** A moment of receipt: DD-MM-YYYY hh:mm:ss.mmm a with its zone; what lies behind the milliseconds is cut, not rounded. */
export const formatReceived = (iso: string, zone: string): string => {
  const parts = new Map(
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
    })
      .formatToParts(new Date(iso))
      .map((p) => [p.type, p.value] as const),
  )
  const hour = Number(parts.get('hour'))
  const ms = (/\.(\d{1,3})/.exec(iso)?.[1] ?? '').padEnd(3, '0')
  const clock = `${String(hour % 12 || 12).padStart(2, '0')}:${parts.get('minute')}:${parts.get('second')}.${ms}`
  return `${parts.get('day')}-${parts.get('month')}-${parts.get('year')} ${clock} ${hour < 12 ? 'AM' : 'PM'} ${parts.get('timeZoneName')}`
}
