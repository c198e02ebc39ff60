import { handleSignUp } from '@/server/api/sign-up'

export { handleSignUp as POST }
