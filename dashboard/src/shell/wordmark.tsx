export function Wordmark() {
  return (
    <span className="flex items-center gap-2 text-[0.9375rem] font-semibold tracking-tight text-ink">
      <svg aria-hidden="true" viewBox="0 0 32 32" width="22" height="22">
        <rect width="32" height="32" rx="8" className="fill-solid" />
        <path d="M8 10h16M16 10v13" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
        <circle cx="23" cy="21" r="3" fill="none" stroke="#fff" strokeWidth="2" />
      </svg>
      Toscan
    </span>
  )
}
