import { cn } from '../cn'
import { CopyButton } from '../controls/copy-button'

export type CodeBlockProps = {
  code: string
  title?: string
  onCopied?: () => void
  className?: string
}

export function CodeBlock({ code, title, onCopied, className }: CodeBlockProps) {
  return (
    <figure className={cn('min-w-0 overflow-hidden rounded-card border bg-rail text-left', className)}>
      <figcaption className="flex h-9 items-center justify-between gap-2 border-b pr-1 pl-3 text-12 text-ink-faint">
        <span className="truncate">{title}</span>
        <CopyButton text={code} onCopied={onCopied} />
      </figcaption>
      <pre
        // Scrolls horizontally, so it must be focusable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="overflow-x-auto p-3 font-mono text-12 leading-5 text-ink focus-visible:outline-offset-[-2px]"
      >
        <code>{code}</code>
      </pre>
    </figure>
  )
}

export function InlineCode({ children }: { children: string }) {
  return (
    <code className="rounded-mark bg-sunken px-1 py-0.5 font-mono text-[0.92em] wrap-anywhere text-ink">
      {children}
    </code>
  )
}
