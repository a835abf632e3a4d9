/**
 * The programs of a running Prumo, in the order of their start; each waits until the one before it is ready.
 * `file` is relative to backend/dist, `ready` a path of the API that answers 200.
 */
export const programs = [
  { name: 'a API', file: 'main.js', ready: '/api/health/ready' },
  { name: 'a fila de tarefas', file: 'worker.js' },
]
