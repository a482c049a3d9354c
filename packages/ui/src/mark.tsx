/** The product's mark. */
export const Mark = ({ className = 'size-8' }: { className?: string }) => (
  <svg aria-hidden="true" viewBox="0 0 32 32" className={className}>
    <rect width="32" height="32" rx="8" fill="var(--color-brand)" />
    <path
      d="M9 10h14L10 22h13"
      fill="none"
      stroke="var(--color-ink-inverse)"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)
