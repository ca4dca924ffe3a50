/** A bar for a value that stands beside it in figures. */
export function Meter({
  label,
  value,
  max,
  fill,
}: {
  label: string
  value: number
  max: number
  fill: string
}) {
  const share = max === 0 ? 0 : Math.min(100, Math.max(0, (value / max) * 100))
  return (
    <svg
      role="img"
      aria-label={`${label}: ${value} of ${max}`}
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      className="mt-1 h-1.5 w-full overflow-hidden rounded-full"
    >
      <rect width="100" height="4" className="fill-gap-soft" />
      <rect width={share} height="4" className={fill} />
    </svg>
  )
}
