/* Next.js runs this before it hydrates the page. */

import { recordPreHydrationInput } from './components/ui/forms/pre-hydration-input'

export { recordNavigationStart as onRouterTransitionStart } from './components/ui/navigation-state'

recordPreHydrationInput()
