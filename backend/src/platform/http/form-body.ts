import { RouteConfig } from '@nestjs/platform-fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by `FormBody`. */
    formBody?: boolean
  }
}

/** For a route that other programs post a form to: its body is read and dropped. All other routes refuse forms. */
export const FormBody = () => RouteConfig({ formBody: true })
