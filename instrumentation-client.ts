/* Next calls this when it sets out for another page: a link, a key, Back and Forward. */
export { setOut as onRouterTransitionStart } from './components/ui/going'
