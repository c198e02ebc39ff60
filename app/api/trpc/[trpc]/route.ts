import { handleSessionRpc } from '@/server/api/session-rpc'

export { handleSessionRpc as GET, handleSessionRpc as POST }
