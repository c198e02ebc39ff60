import { Kbd } from './kbd'

/** ⌘ on Apple devices, else Ctrl. The server renders both; an attribute set before the first paint shows one. */
export function ModKey() {
  return (
    <Kbd>
      <span className="in-data-[keys=apple]:hidden">Ctrl</span>
      <span className="hidden in-data-[keys=apple]:inline">⌘</span>
    </Kbd>
  )
}
