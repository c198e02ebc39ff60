import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form'

/** Whether the page's script runs already: until then a button does nothing of ours, and a form what browsers do. */
export function useIsAlive(): boolean {
  return useSyncExternalStore(subscribeToNothing, onClient, onServer)
}

/**
 * Takes over what was typed or chosen before the page was alive, which the form would not know, and would empty.
 * @returns for the form's element.
 */
export function useEarlyInput<T extends FieldValues, Out>(form: UseFormReturn<T, unknown, Out>) {
  const isAlive = useIsAlive()
  const element = useRef<HTMLFormElement>(null)
  const early = useRef<{ name: string; value: string }[]>([])
  // Read before anything is drawn anew, and told once the fields listen.
  useLayoutEffect(() => {
    if (isAlive) return
    const changed = [...(element.current?.elements ?? [])].filter(isValued).filter(isChanged)
    early.current = changed.map(({ name, value }) => ({ name, value }))
  }, [isAlive])
  useEffect(() => {
    for (const { name, value } of early.current) {
      const path = name as FieldPath<T>
      if (typeof form.getValues(path) === 'string')
        form.setValue(path, value as FieldPathValue<T, typeof path>, { shouldDirty: true })
    }
    early.current = []
  }, [form])
  return element
}

type Valued = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

function isValued(control: Element): control is Valued {
  return (
    control instanceof HTMLInputElement ||
    control instanceof HTMLTextAreaElement ||
    control instanceof HTMLSelectElement
  )
}

/** Whether it holds something else than the server drew in it. */
function isChanged(control: Valued): boolean {
  if (!(control instanceof HTMLSelectElement)) return control.value !== control.defaultValue
  const drawn = [...control.options].find((option) => option.defaultSelected)
  return drawn !== undefined && !drawn.selected
}

const subscribeToNothing = () => () => undefined
const onClient = () => true
const onServer = () => false
