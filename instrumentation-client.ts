/* Next.js calls this when a client-side navigation starts. */
export { setOut as onRouterTransitionStart } from './components/ui/going'
