/* Next.js runs this before it hydrates the page. */

import { recordPreHydrationInput } from './components/ui/forms/pre-hydration-input'

export { beginNavigation as onRouterTransitionStart } from './components/ui/page-navigation'

recordPreHydrationInput()
