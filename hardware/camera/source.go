package camera

// source returns the source that the settings ask for; root stands for /.
func (s Settings) source(root string) source {
	switch s.Kind {
	case "dir":
		return &folder{settings: s, shown: map[string]stamp{}, broken: map[string]stamp{}}
	case "http", "https":
		return &web{settings: s}
	case "rtsp":
		return newRTSP(s)
	case "v4l2":
		return newDevice(s, root)
	case "rpicam":
		return &port{settings: s, root: root}
	}
	return &upload{}
}
