import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form'
import { changedControls, isBox, valueOf } from './changed'

/** Whether the page has hydrated; before that, buttons are inert and forms submit natively. */
export function useIsAlive(): boolean {
  return useSyncExternalStore(subscribeToNothing, onClient, onServer)
}

/**
 * Copies input made before hydration into the form state.
 * @returns ref for the form element.
 */
export function useEarlyInput<T extends FieldValues, Out>(form: UseFormReturn<T, unknown, Out>) {
  const isAlive = useIsAlive()
  const element = useRef<HTMLFormElement>(null)
  const early = useRef<{ name: string; value: string }[]>([])
  const boxes = useRef<{ box: HTMLInputElement; checked: boolean }[]>([])
  // Reads before the re-render, reports after the fields are registered.
  useLayoutEffect(() => {
    if (isAlive) return
    const changed = changedControls(element.current?.elements ?? [])
    early.current = changed.map((control) => ({ name: control.name, value: valueOf(control) }))
    boxes.current = changed.filter(isBox).map((box) => ({ box, checked: box.checked }))
  }, [isAlive])
  useEffect(() => {
    for (const { name, value } of early.current) {
      const path = name as FieldPath<T>
      if (typeof form.getValues(path) === 'string')
        form.setValue(path, value as FieldPathValue<T, typeof path>, { shouldDirty: true })
    }
    early.current = []
    for (const { box, checked } of boxes.current) clickAgain(box, checked)
    boxes.current = []
  }, [form])
  return element
}

/** Replays the click from the previous checked state. */
function clickAgain(box: HTMLInputElement, checked: boolean): void {
  box.checked = !checked
  box.click()
}

const subscribeToNothing = () => () => undefined
const onClient = () => true
const onServer = () => false
