import { Kbd } from './kbd'

/**
 * ⌘ on Apple devices, Ctrl elsewhere. The server cannot know: it renders both, and an attribute set before the first paint
 * (components/shell/rail-script) shows one.
 */
export function ModKey() {
  return (
    <Kbd>
      <span className="in-data-[keys=apple]:hidden">Ctrl</span>
      <span className="hidden in-data-[keys=apple]:inline">⌘</span>
    </Kbd>
  )
}
