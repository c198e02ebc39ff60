import { Kbd } from './kbd'

/**
 * ⌘ on Apple's machines, Ctrl on others. The server cannot know which: both stand in the page, and an attribute that a
 * script sets before the first paint (components/shell/rail-script) shows one.
 */
export function ModKey() {
  return (
    <Kbd>
      <span className="in-data-[keys=apple]:hidden">Ctrl</span>
      <span className="hidden in-data-[keys=apple]:inline">⌘</span>
    </Kbd>
  )
}
