import { cloneElement, type ReactElement, type ReactNode, type Ref, type SyntheticEvent } from 'react'
import { cn } from './cn'

// oxlint-disable-next-line typescript/no-explicit-any -- whatever the child is
type AnyRef = Ref<any>
type Props = Record<string, unknown> & { className?: string | undefined; ref?: AnyRef | undefined }

/** Merges its props into its single child: joins class names, runs both handlers (the child's first); otherwise the child's props win. */
export function Slot({ children, ...slotProps }: Props & { children: ReactNode }): ReactNode {
  const child = children as ReactElement<Props>
  const merged: Props = { ...slotProps, ...child.props }
  for (const [name, childValue] of Object.entries(child.props)) {
    const slotValue = slotProps[name]
    if (/^on[A-Z]/.test(name) && isHandler(childValue) && isHandler(slotValue))
      merged[name] = chainHandlers(childValue, slotValue)
  }
  merged.className = cn(slotProps.className, child.props.className) || undefined
  const ref = mergeRefs(slotProps.ref, child.props.ref)
  return cloneElement(child, ref === undefined ? merged : { ...merged, ref })
}

type Handler = (event: SyntheticEvent) => unknown

function isHandler(value: unknown): value is Handler {
  return typeof value === 'function'
}

function chainHandlers(first: Handler, second: Handler): Handler {
  return (event) => {
    first(event)
    if (!event.defaultPrevented) second(event)
  }
}

function mergeRefs(...refs: (AnyRef | undefined)[]): AnyRef | undefined {
  const [only, ...more] = refs.filter((ref) => ref !== undefined && ref !== null)
  if (more.length === 0) return only
  return (element) => {
    for (const ref of refs)
      if (typeof ref === 'function') ref(element)
      else if (ref) ref.current = element
  }
}
