import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { fontPreload } from './build/font-preload.ts'
import { precompress } from './build/precompress.ts'
import { routeSizes } from './build/route-sizes.ts'

const api = process.env['API_URL'] ?? 'http://localhost:3000'

export default defineConfig({
  plugins: [react(), fontPreload(), routeSizes(), precompress()],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: { manifest: true, sourcemap: false },
  server: { port: 5173, proxy: { '/api': api } },
  preview: { port: 4173, proxy: { '/api': api } },
})
