import { useNavigate } from 'react-router-dom'
import { handOverFiles } from '../../lib/arriving-files'
import { useFileDrop } from '../../ui/use-file-drop'
import styles from './file-drop.module.css'
import { IMPORT_SCREEN } from '../../data/screens'

/** Opens a statement dropped anywhere on the list in the import screen. */
export default function FileDrop() {
  const navigate = useNavigate()
  const isOver = useFileDrop((files) => {
    handOverFiles(files)
    void navigate(IMPORT_SCREEN)
  })
  return (
    isOver && (
      <p className={styles.drop} role="status">
        Solte o extrato aqui
      </p>
    )
  )
}
