import { CopySample } from '../copy-sample'

/** Request or response sample without highlighting: the page has dozens of them. */
export function PlainCodeSample({ label, text }: { label: string; text: string }) {
  return (
    <figure lang="en" className="min-w-0 overflow-hidden rounded-card border bg-rail">
      <figcaption className="flex h-10 items-center justify-between gap-2 border-b pr-1.5 pl-3.5 text-12 text-ink-soft">
        {label}
        <CopySample text={text} />
      </figcaption>
      <pre
        // Scrollable, so it must be focusable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="group"
        aria-label={label}
        className="max-h-[60dvh] overflow-auto px-3.5 py-3 font-mono text-13 leading-5 text-ink focus-visible:outline-offset-[-2px]"
      >
        {text}
      </pre>
    </figure>
  )
}
