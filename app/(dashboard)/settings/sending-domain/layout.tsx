export { AdminLayout as default } from '../admin-layout'
