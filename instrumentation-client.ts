/* Next.js runs this before it hydrates the page. */

import { recordEarlyInput } from './components/ui/forms/early-input'

export { setOut as onRouterTransitionStart } from './components/ui/going'

recordEarlyInput()
