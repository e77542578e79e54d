import './after-load.css';
import './transitions.css';
