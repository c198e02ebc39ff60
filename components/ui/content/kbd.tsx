import type { ReactNode } from 'react'

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-mark border bg-sunken px-1 font-sans text-12 text-ink-faint">
      {children}
    </kbd>
  )
}

/** ⌘ on Apple devices, else Ctrl. The server renders both; an attribute set before the first paint shows one. */
function ModKey() {
  return (
    <Kbd>
      <span className="in-data-[keys=apple]:hidden">Ctrl</span>
      <span className="hidden in-data-[keys=apple]:inline">⌘</span>
    </Kbd>
  )
}

/** `mod` is ⌘ or Ctrl. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return keys.map((key) => (key === 'mod' ? <ModKey key={key} /> : <Kbd key={key}>{key}</Kbd>))
}
