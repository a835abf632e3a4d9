/** The base styles of every page. */
import '../ui/fonts.css'
import '../ui/tokens.css'
import '../ui/base.css'
