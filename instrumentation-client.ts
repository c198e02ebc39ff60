/* Next.js runs this before it hydrates the page. */

import { recordEarlyInput } from './components/ui/forms/pre-hydration-input'

export { setOut as onRouterTransitionStart } from './components/ui/page-navigation'

recordEarlyInput()
