package camera

import (
	"context"
	"fmt"
	"net"

	"gocv.io/x/gocv"
)

// rtsp is an IP camera that sends video, which FFmpeg decodes through OpenCV.
type rtsp struct {
	settings Settings
	open     func(address string) (video, error)
}

func newRTSP(s Settings) *rtsp {
	return &rtsp{settings: s, open: func(address string) (video, error) { return openVideo(address, gocv.VideoCaptureFFmpeg) }}
}

func (r *rtsp) run(ctx context.Context, to sink) error {
	host := r.settings.from.Host
	address := host
	if r.settings.from.Port() == "" {
		address = net.JoinHostPort(r.settings.from.Hostname(), "554")
	}
	// OpenCV says nothing of why it can't open a stream, so the usual reason is looked for first.
	probe, err := new(net.Dialer).DialContext(ctx, "tcp", address)
	if err != nil {
		return noAnswer(err)
	}
	if err := probe.Close(); err != nil {
		return noAnswer(err)
	}
	v, err := r.open(r.settings.from.String())
	if err != nil {
		return &Fault{"camera.no-stream", "the camera at " + host + " answers, but gives no stream", "check user, password and path of its address, as its manual has them: rtsp://USER:PASSWORD@" + host + "/..."}
	}
	defer func() { _ = v.close() }() // its pictures are over
	last := to.now().Add(-r.settings.Every)
	for ctx.Err() == nil {
		if !v.grab() {
			return &Fault{"camera.cut-off", "the camera's stream ended", "look whether it has power and network"}
		}
		if to.now().Sub(last) < r.settings.Every { // every picture must be decoded, but few are wanted
			continue
		}
		data, err := v.picture()
		var size Size
		if err == nil {
			size, err = Check(data)
		}
		if err != nil {
			return &Fault{"camera.no-stream", fmt.Sprintf("the camera's stream can't be decoded: %v", err), "choose H.264 in its settings"}
		}
		last = to.now()
		to.give(Picture{Data: data}, size)
	}
	return ctx.Err()
}
