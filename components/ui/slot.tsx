import { cloneElement, type ReactElement, type ReactNode, type Ref, type SyntheticEvent } from 'react'
import { cn } from './cn'

// oxlint-disable-next-line typescript/no-explicit-any -- whatever the child is
type AnyRef = Ref<any>
type Props = Record<string, unknown> & { className?: string | undefined; ref?: AnyRef | undefined }

export type SlotProps = Props & { children: ReactNode }

/** Merges its props into its single child: joins class names, runs both handlers (the child's first); otherwise the child's props win. */
export function Slot({ children, ...given }: SlotProps): ReactNode {
  const child = children as ReactElement<Props>
  const merged: Props = { ...given, ...child.props }
  for (const [name, own] of Object.entries(child.props)) {
    const other = given[name]
    if (/^on[A-Z]/.test(name) && isHandler(own) && isHandler(other)) merged[name] = both(own, other)
  }
  merged.className = cn(given.className, child.props.className) || undefined
  const ref = joined(given.ref, child.props.ref)
  return cloneElement(child, ref === undefined ? merged : { ...merged, ref })
}

type Handler = (event: SyntheticEvent) => unknown

function isHandler(value: unknown): value is Handler {
  return typeof value === 'function'
}

function both(first: Handler, second: Handler): Handler {
  return (event) => {
    first(event)
    if (!event.defaultPrevented) second(event)
  }
}

function joined(...refs: (AnyRef | undefined)[]): AnyRef | undefined {
  const [only, ...more] = refs.filter((ref) => ref !== undefined && ref !== null)
  if (more.length === 0) return only
  return (element) => {
    for (const ref of refs)
      if (typeof ref === 'function') ref(element)
      else if (ref) ref.current = element
  }
}
