export { LEAST_ANSWERS } from '@/server/overview/vocabulary'
