/** What every page starts from, whatever its kind. */
import '../ui/fonts.css'
import '../ui/tokens.css'
import '../ui/base.css'
