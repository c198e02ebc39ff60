import { cn } from '../cn'

export type AvatarProps = { name: string; size?: 'small' | 'medium' | 'large'; square?: boolean }

const SIZE = { small: 'size-5 text-[10px]', medium: 'size-7 text-12', large: 'size-10 text-14' }

export function Avatar({ name, size = 'medium', square = false }: AvatarProps) {
  return (
    <span
      aria-hidden
      className={cn(
        'inline-flex shrink-0 select-none items-center justify-center border bg-sunken font-medium text-ink-soft',
        square ? 'rounded-control' : 'rounded-full',
        SIZE[size],
      )}
    >
      {initials(name)}
    </span>
  )
}

function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s.@_()-]+/)
    .filter(Boolean)
  const last = words.length > 1 ? words.at(-1) : undefined
  return [words[0], last]
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase()
}
